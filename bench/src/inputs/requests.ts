import { StartSimulation } from "@mon/api-contract"
import { mailClass } from "@mon/disposable-check"
import { evaluateCampaign, campaignCsv, LIMITS, planCampaign, unknownFacts, unknownSender } from "@mon/simulation"
import { Effect, Schema } from "effect"
import type { IncomingMessage } from "node:http"
import { Readable } from "node:stream"
// @boundaries-ignore the parser is not exported
import { readJsonBody } from "../../../apps/api/src/http/RequestBody.ts"
import { each, fill, type InputCase, MIB, numbered } from "./InputCase.ts"

const request = (body: string): IncomingMessage =>
  // The reader uses nothing else of a message.
  Object.assign(Readable.from([Buffer.from(body)]), { headers: {} }) as unknown as IncomingMessage

const read = (limit: number) => (body: string) => Effect.runPromise(Effect.exit(readJsonBody(request(body), limit)))

const bodies = (length: number): Readonly<Record<string, string>> => ({
  "empty arrays": `{"a":[${fill("[],", length - 20)}0]}`,
  "arrays in arrays": `{"a":${"[".repeat(length / 2 - 10)}${"]".repeat(length / 2 - 10)}}`,
  "objects in objects": `${fill('{"a":', length - 20)}`,
  "different keys": `{${numbered((n) => `"${n.toString(36)}":0,`, length - 20)}"z":0}`,
  numbers: `{"a":[${fill("1e5,", length - 20)}0]}`,
  "as many different keys as allowed": `{${Array.from({ length: 19_000 }, (_, n) => `"${n.toString(36).padEnd(30, "k")}":0`).join()}}`,
  "as many texts as allowed": `{"a":[${fill(`"${"é".repeat(Math.floor(length / 60_000))}",`, length / 2)}0]}`,
  "as many lists as allowed": `{"a":[${fill("[],", 19_000 * 1.5)}0]}`,
  "escaped text": `{"a":"${fill("\\u00e4", length - 20)}"}`,
  "short texts": `{"a":[${fill('"",', length - 20)}0]}`
})

const decodeCampaign = Schema.decodeUnknownExit(StartSimulation)

const campaignOf = (entry: (n: number) => string) => ({
  sendingDomains: Array.from({ length: LIMITS.senders }, (_, n) => `sender${n}.example`),
  prospectEntries: Array.from({ length: LIMITS.prospects }, (_, n) => entry(n))
})

/** As long as 10,000 of them may be in a body of 4 MiB. */
const LONG = 400

const campaigns = {
  "different domains": campaignOf((n) => `person${n}@prospect${n}.example`),
  "long names": campaignOf((n) => `${"a.".repeat(90)}${n}@${"b.".repeat(100)}example`),
  "addresses of no use": campaignOf((n) => `${"@.".repeat(LONG / 2)}${n}`),
  "international domains": campaignOf((n) => `person@${"ä.".repeat(60)}${n}.example`),
  "white space": campaignOf((n) => `${" \u00a0".repeat(LONG / 3)}${n}`)
}

const plans = Object.values(campaigns)
  .slice(0, 1)
  .map((campaign) => planCampaign(campaign, mailClass))
const facts = plans.map((plan) => ({
  prospects: new Map(plan.domains.map((domain) => [domain, unknownFacts(domain)])),
  senders: new Map(plan.senders.map((domain) => [domain, unknownSender(domain)]))
}))

/** Request bodies and what the API does with them at once. */
export const requests: ReadonlyArray<InputCase> = [
  {
    name: "JSON request body",
    limit: "1 MiB",
    place: "event loop",
    shapes: each(read(MIB), bodies(MIB))
  },
  {
    name: "JSON body of POST /campaign-simulate",
    limit: "4 MiB",
    place: "event loop",
    shapes: each(read(4 * MIB), bodies(4 * MIB))
  },
  {
    name: "decoding a campaign",
    limit: "10,000 entries in 4 MiB",
    place: "event loop",
    shapes: each((campaign) => decodeCampaign(campaign), campaigns)
  },
  {
    name: "planning a campaign",
    limit: "10,000 entries in 4 MiB",
    place: "thread",
    shapes: each((campaign) => planCampaign(campaign, mailClass), campaigns)
  },
  {
    name: "evaluating a campaign",
    limit: "10,000 prospects, 100 senders",
    place: "thread",
    shapes: {
      "different domains": () => plans.map((plan, n) => facts[n] && evaluateCampaign(plan, facts[n]).results)
    }
  },
  {
    name: "writing a campaign's CSV",
    limit: "10,000 prospects",
    place: "thread",
    shapes: {
      "different domains": () =>
        plans.map((plan, n) => facts[n] && [...campaignCsv(evaluateCampaign(plan, facts[n]).prospects())].join(""))
    }
  }
]
