// The C library of Apple platforms: that of Linux, and what differs in it.
@_exported import Glibc

public let SOCK_STREAM: CInt = 1
public let SO_NOSIGPIPE: CInt = 0x1022
