// `import Repartee` is enough: the types of heads (`HTTPFields`, `HTTPResponse.Status`) and of JSON
// (`JSONCoder`) are part of this module's face.
@_exported public import HTTPTypes
@_exported public import ReparteeJSON
