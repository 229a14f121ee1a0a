// Names that an application's other frameworks have: SwiftUI, SwiftData, Foundation, and the application itself.

public struct Path {}
public struct Link {}
public struct Label {}
public struct Query {}
public struct Body {}
public struct Headers {}
public struct Model {}
public struct Header {}
public struct Form {}
public struct Status {}
public struct Kind {}
public struct Target {}
public struct Failure {}
public struct Cause {}
public struct Method {}
