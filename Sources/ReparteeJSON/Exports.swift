// `Redaction` is part of this module's public interface. Its own module is not a product.
@_exported public import ReparteeRedaction
