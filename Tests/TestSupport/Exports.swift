// Tests of this package use the loopback server of the conformance suite; `package` is as far as it goes.
@_exported public import ReparteeTesting
