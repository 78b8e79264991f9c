import { comparePlan, type ConfigDocument, configJsonSchema, readConfig, writeConfig } from "@mon/config-file"
import assert from "node:assert/strict"

const document: ConfigDocument = { version: 1, project: "acme", domains: { shop: { url: "shop.example.org" } } }
const reading = readConfig(writeConfig(document))
assert.ok(reading.ok)
assert.deepEqual(reading.document, document)
assert.equal(configJsonSchema()["title"], "Mon configuration file")
assert.equal(comparePlan("acme", [], []).create.length, 0)
