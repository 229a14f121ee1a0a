import Testing

@testable import Repartee
