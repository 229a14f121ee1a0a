import Repartee

// expect: 'gzipped()' is unavailable: enable the trait Gzip in the package line: traits: ["Gzip"]
let request = Request.post("/measurements", body: .json([1, 2, 3]).gzipped())
