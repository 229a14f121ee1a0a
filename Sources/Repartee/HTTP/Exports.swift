// Clients need only `import Repartee`: these types are part of its public interface.
@_exported public import HTTPTypes
@_exported public import ReparteeJSON
@_exported public import ReparteeRedaction
