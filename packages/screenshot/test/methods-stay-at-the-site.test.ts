import { expect, test } from "vitest"
import { mayBeSent } from "../src/browser/guardMethods.ts"

const SHOP = "https://shop.example.com"

test.each([
  ["GET", "https://other.example.org/", undefined, true],
  ["HEAD", "https://other.example.org/", "null", true],
  ["OPTIONS", "https://other.example.org/", SHOP, true],
  ["POST", `${SHOP}/graphql`, SHOP, true],
  ["PATCH", "https://api.example.com:8443/", SHOP, true],
  ["POST", "https://other.example.org/", SHOP, false],
  ["PUT", "https://other.example.org/", SHOP, false],
  ["DELETE", "https://other.example.org/", SHOP, false],
  ["PURGE", "https://other.example.org/", SHOP, false],
  ["post", "https://other.example.org/", SHOP, false],
  ["POST", `${SHOP}/`, "null", false],
  ["POST", `${SHOP}/`, undefined, false],
  ["POST", "http://192.0.2.1/", "http://192.0.2.1", true],
  ["POST", "http://192.0.2.1/", "http://192.0.3.1", false],
  ["POST", "https://shop.example.com.evil.example/", SHOP, false]
])("%s to %s from %s may be sent: %s", (method, url, origin, may) => {
  expect(mayBeSent(method, url, origin)).toBe(may)
})
