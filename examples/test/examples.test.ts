import { expect, it } from "vitest"
import { demos } from "../src/demos.ts"

const printed: Readonly<Record<string, string>> = {
  "email-health in an HTTP handler": "200 grade F, 400 for what is no domain",
  "disposable-check in a browser form":
    "no node: imports; mailinator.com offers disposable addresses. Please enter another address.",
  "disposable-check in an edge worker": "no node: imports; disposable",
  "diff-engine on two files": "-Pro 99 +Pro 109",
  "uptime-probe from cron":
    "exit code 1; http://shop.example.com/broken down: http_status The server responded with 503 Service Unavailable.",
  "simulation of a CSV": "3 lines; google takes the first",
  "the typed API client": "Production",
  "a receiver of webhooks": "204, 204, 401; handled 1"
}

it.each(Object.entries(demos))("%s does what it says", async (name, run) => {
  expect(await run()).toBe(printed[name])
})
