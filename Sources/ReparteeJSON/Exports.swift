// `Redaction` is public here; its own module is not a product.
@_exported public import ReparteeRedaction
