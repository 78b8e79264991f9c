import { EmbeddedPostgresError, startEmbedded } from "@mon/embedded-postgres"
import { EmbeddedPostgres } from "@mon/embedded-postgres/effect"
import assert from "node:assert/strict"

assert.ok(EmbeddedPostgres.layer({ dataDir: "./data" }))
const start: (options: { dataDir: string }) => Promise<{ readonly url: string; stop(): Promise<void> }> = startEmbedded
assert.equal(typeof start, "function")
assert.equal(new EmbeddedPostgresError({ reason: "Busy", message: "no" }).message, "no")
