// Clients need only `import Repartee`: the types of heads (`HTTPFields`, `HTTPResponse.Status`), of JSON (`JSONCoder`)
// and of redaction (`Redaction`) are part of this module's public interface.
@_exported public import HTTPTypes
@_exported public import ReparteeJSON
@_exported public import ReparteeRedaction
