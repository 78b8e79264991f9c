import { diagnose, type DiagnosisFacts, plainText } from "@mon/diagnosis"
import { type FaultVariation, faultVariations } from "@mon/diagnosis/faults"
import assert from "node:assert/strict"

const facts: DiagnosisFacts = {
  target: { url: "https://www.example.com/" },
  check: { outcome: "connect_refused" },
  network: { state: "ok" }
}
const { causes, result } = diagnose(facts)
assert.equal(result, "known")
assert.equal(causes[0]?.class, "connection_refused")
assert.match(plainText(causes[0]?.nextStep ?? []), /^Start the web server on www\.example\.com/u)
assert.throws(() => diagnose({ check: {} } as never), { code: "ERR_MISSING_ARGS" })

const [fault]: ReadonlyArray<FaultVariation> = faultVariations()
assert.equal(fault?.class, "registration_expired")
