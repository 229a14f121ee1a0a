#if AsyncHTTPClient
import NIOSSL

/// A certificate for a client, signed by itself and valid until 2120. Only a server of these tests trusts it.
enum ClientCertificate {
  static func certificate() throws -> NIOSSLCertificate {
    try NIOSSLCertificate(bytes: Array(certificateText.utf8), format: .pem)
  }

  static func key() throws -> NIOSSLPrivateKey {
    try NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem)
  }

  private static let certificateText = """
    -----BEGIN CERTIFICATE-----
    MIIBazCCARKgAwIBAgIBAjAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9yZXBhcnRl
    ZS1jbGllbnQwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBoxGDAW
    BgNVBAMMD3JlcGFydGVlLWNsaWVudDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
    BH3F8hcx3H5zGArkl05/7RIcEpx0mDztUBYhXS/qZ1wCONo1SW62FIZYpcIX3m5q
    /THyjhR5JUme2DdbR+qUNaWjRzBFMA8GA1UdEwEB/wQFMAMBAf8wEwYDVR0lBAww
    CgYIKwYBBQUHAwIwHQYDVR0OBBYEFIczXf4FbgVs3zVuc6gGyoZr8liYMAoGCCqG
    SM49BAMCA0cAMEQCIBYsfBrgWC9rZG7GrZg25mgC8vM54urZnreChesWWxB6AiBQ
    Cnc8grSD3fxHtUu6/nENbF5xVlnfZFFv8GGHJoEXDQ==
    -----END CERTIFICATE-----
    """

  private static let keyText = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgi5QuPl5WFuBKf1Dy
    Fr9fUzVFhxy3lupzpK9AdczKAYuhRANCAAR9xfIXMdx+cxgK5JdOf+0SHBKcdJg8
    7VAWIV0v6mdcAjjaNUluthSGWKXCF95uav0x8o4UeSVJntg3W0fqlDWl
    -----END PRIVATE KEY-----
    """
}
#endif
