import { MonApi, openApiDocument } from "@mon/api-contract"
import {
  comparePlan,
  type ConfigDocument,
  configJsonSchema,
  readConfig,
  writeConfig
} from "@mon/api-contract/config-file"
import assert from "node:assert/strict"

assert.ok(MonApi)
assert.equal(openApiDocument().info.title, "Mon API")
await import("./plain.ts")

const document: ConfigDocument = { version: 1, project: "acme", domains: { shop: { url: "shop.example.org" } } }
const reading = readConfig(writeConfig(document))
assert.ok(reading.ok)
assert.deepEqual(reading.document, document)
assert.equal(configJsonSchema()["title"], "Mon configuration file")
assert.equal(comparePlan("acme", [], []).create.length, 0)
