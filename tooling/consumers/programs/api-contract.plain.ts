import { type Client, createClient, MonError, NoAnswer, type Records } from "@mon/api-contract/plain"
import assert from "node:assert/strict"

const mon: Client = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "none", retries: 0 })
const failed = await mon.domains.get("7").then(
  (domain: Records["Domain"]) => domain.name,
  (error: unknown) => (error instanceof MonError && error instanceof NoAnswer ? error.code : "")
)
assert.equal(failed, "no_answer")

const names: Array<string> = []
await assert.rejects(async () => {
  for await (const { name } of mon.domains.list({ limit: 50 })) names.push(name)
}, NoAnswer)
assert.deepEqual(names, [])
assert.throws(() => createClient({ baseUrl: "mon.example.com", apiKey: "none" }), TypeError)
