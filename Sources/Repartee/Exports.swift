// Clients need only `import Repartee`: the types of these modules are part of its public interface.
@_exported public import HTTPTypes
@_exported public import ReparteeJSON
@_exported public import ReparteeRedaction
