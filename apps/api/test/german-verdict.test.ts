import { MESSAGE_RULES, type MessageReport } from "@mon/email-health/message"
import { englishIn } from "@mon/tooling/english"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { germanVerdict } from "../src/german/germanVerdict.ts"

const engine = fileURLToPath(new URL("../../../packages/email-health/src/message/", import.meta.url))

type Verdict = Pick<MessageReport, "dkim" | "findings">
type Finding = MessageReport["findings"][number]
type Signature = MessageReport["dkim"]["signatures"][number]

const verdictWith = (finding: Partial<Finding>, signature: Partial<Signature> = { detail: null }): Verdict => ({
  dkim: { signatures: [signature as Signature], skipped: 0 } as unknown as Verdict["dkim"],
  findings: [finding as Finding]
})

/** Parts of messages and names of headers, which are the same in every language. */
const NAMES = ["Header To", "From header", "„none“", "is none", "<unique@domain>", "Return-Path"]

const values = (text: string): ReadonlyArray<string> => [...text.matchAll(/x-\w+/gu)].map(String).toSorted()

describe("the German verdict on a message", () => {
  it.each([...MESSAGE_RULES])("has a message and a step for %s", (_, rule) => {
    const [message = "", step = null] = [rule.message, rule.step].map(
      (text) => text?.replaceAll(/\{(\w+)\}/gu, "x-$1") ?? null
    )
    const [german] = germanVerdict(verdictWith({ message: message ?? "", step })).findings
    expect([values(german?.message ?? ""), values(german?.step ?? "")]).toEqual([
      values(message ?? ""),
      values(step ?? "")
    ])
    expect(german?.message).not.toBe(message)
    if (step !== null) expect(german?.step).not.toBe(step)
    expect(englishIn([german?.message ?? "", german?.step ?? ""], NAMES)).toEqual([])
  })

  const details = [
    "dkim/DkimSignature.ts",
    "dkim/inspectDkim.ts",
    "dkim/signatureKey.ts",
    "dkim/verifySignature.ts",
    "arc/ArcChain.ts",
    "arc/inspectArc.ts",
    "verdict/authenticationFindings.ts"
  ].flatMap((file) =>
    [...readFileSync(engine + file, "utf8").matchAll(/"([A-Z][^"\n]* [^"\n]*\.)"|`([A-Z][^`\n]* [^`\n]*\.)`/gu)].map(
      ([, plain, template]) => (plain ?? template ?? "").replaceAll(/\$\{[^}]*\}/gu, "x")
    )
  )

  it("has the details of signatures and seals", () => {
    expect(details.length).toBeGreaterThan(25)
    const german = details.map((detail) => germanVerdict(verdictWith({ message: "", step: null }, { detail })))
    expect(german.filter(({ dkim }, index) => dkim.signatures[0]?.detail === details[index])).toEqual([])
    expect(englishIn(german.flatMap(({ dkim }) => dkim.signatures.map(({ detail }) => detail ?? "")))).toEqual([])
  })

  it("names what is unknown, and keeps what the message says", () => {
    const message = "SPF was not checked, because the IP address of the sending server is unknown."
    const [finding] = germanVerdict(verdictWith({ message, step: null })).findings
    expect(finding?.message).toBe("SPF wurde nicht geprüft: Die IP-Adresse des sendenden Servers ist nicht bekannt.")
    const [foreign] = germanVerdict(
      verdictWith({ message: "The text of a link shows the.bank, but the link leads to a.example.", step: null })
    ).findings
    expect(foreign?.message).toBe("Der Text eines Links zeigt the.bank, aber der Link führt zu a.example.")
  })
})
