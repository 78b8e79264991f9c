import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type S3Server, startS3Server } from "../../testbed/index.ts"
import { isSigned } from "../../testbed/S3Signature.ts"

describe("a bucket", () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3Server({ publicPrefix: "open/" })
    for (const key of ["open/a/index.html", "closed/index.html"])
      server.objects.set(key, { bytes: Buffer.from(key), contentType: "text/html", cacheControl: "max-age=5" })
  })
  afterAll(() => server.close())
  const get = (path: string, init: RequestInit = {}) => fetch(`${server.endpoint}/mon/${path}`, init)

  it("gives everybody what is below the public prefix, and nothing else", async () => {
    const found = await get("open/a/")
    expect([await found.text(), found.headers.get("cache-control")]).toEqual(["open/a/index.html", "max-age=5"])
    for (const path of ["closed/index.html", "", "?list-type=2&prefix=open/"])
      expect((await get(path)).status).toBe(403)
    expect((await get("open/b", { method: "PUT", body: "x" })).status).toBe(403)
  })

  it("refuses a signature that does not fit", async () => {
    const authorization =
      "AWS4-HMAC-SHA256 Credential=key-id/20260101/eu-central-1/s3/aws4_request, SignedHeaders=host, Signature=" +
      "0".repeat(64)
    expect((await get("closed/index.html", { headers: { authorization } })).status).toBe(403)
  })
})

describe("the signature of a request", () => {
  // The example "GET Object" of the Amazon S3 API reference, "Signature Calculations for the Authorization Header".
  const example = {
    method: "GET",
    target: "/test.txt",
    body: Buffer.alloc(0),
    headers: {
      host: "examplebucket.s3.amazonaws.com",
      range: "bytes=0-9",
      "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "x-amz-date": "20130524T000000Z",
      authorization:
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request," +
        "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date," +
        "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
    }
  }
  const key = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" }

  it("is that of the reference", () => {
    expect(isSigned(example, key)).toBe(true)
  })

  it.each([
    ["another path", { ...example, target: "/other.txt" }, key],
    ["another body", { ...example, body: Buffer.from("x") }, key],
    ["another secret", example, { ...key, secretAccessKey: "x" }]
  ])("does not fit %s", (_, request, of) => {
    expect(isSigned(request, of)).toBe(false)
  })
})
