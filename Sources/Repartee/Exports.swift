// Clients need only `import Repartee`: the types of heads (`HTTPFields`, `HTTPResponse.Status`) and of JSON
// (`JSONCoder`) are part of this module's public interface.
@_exported public import HTTPTypes
@_exported public import ReparteeJSON
