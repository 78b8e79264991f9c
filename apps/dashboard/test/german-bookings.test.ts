import { priceList } from "@mon/model"
import { englishIn } from "@mon/tooling/english"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { germanBooking } from "../src/account/booked.de.ts"

const store = fileURLToPath(new URL("../../../packages/core-store/src/", import.meta.url))

/** The descriptions that the service writes into the ledger, except the titles of products. */
const booked = [
  "accounts/Accounts.ts",
  "accounts/Ledger.ts",
  "accounts/postEntry.ts",
  "jobs/SimulationJobs.ts",
  "jobs/Simulations.ts"
].flatMap((file) =>
  [
    ...readFileSync(store + file, "utf8").matchAll(/(?:description: |'grant', )(?:"([^"]+)"|`([^`]+)`|'([^']+)')/gu)
  ].map(([, plain, template, literal]) => (plain ?? template ?? literal ?? "").replaceAll(/\$\{[^}]*\}/gu, "Mai"))
)
const titles = Object.values(priceList.articles).map(({ title }) => title)

it("payments and credits say in German what was bought and booked", () => {
  expect(booked.length).toBeGreaterThan(5)
  const descriptions = [...booked, ...titles, ...titles.map((title) => `${title}: payment returned`)]
  const german = descriptions.map(germanBooking)
  expect(descriptions.filter((description, index) => description === german[index])).toEqual([])
  expect(englishIn(german)).toEqual([])
  expect(german).toContain("1.000 Simulationsguthaben: Zahlung zurückgegeben")
  expect(germanBooking("Something new")).toBe("Something new")
})
