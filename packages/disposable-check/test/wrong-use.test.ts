import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as embeddedApi from "../src/embedded.ts"
import * as coreApi from "../src/core.ts"
import * as mainApi from "../src/index.ts"
import * as listApi from "../src/list.ts"
import * as onlineApi from "../src/online.ts"

const api = { ...embeddedApi, ...coreApi, ...mainApi, ...listApi, ...onlineApi }
const table = readFileSync(new URL("../table/disposable.bin", import.meta.url))
const checker = mainApi.checker()
const list = listApi.loadList()
const verdict = mainApi.checkDisposable("a@example.com")
const options = () => ({ aliases: "flag", tiers: "confirmed" })
const addressIsAnything = { anything: ["[0]"] }

const TRIED: Readonly<Record<string, TriedFunction>> = {
  checkDisposable: { call: mainApi.checkDisposable, args: () => ["a@example.com", options()], ...addressIsAnything },
  isDisposable: { call: mainApi.isDisposable, args: () => ["a@example.com", options()], ...addressIsAnything },
  mailClass: { call: mainApi.mailClass, args: () => ["a@example.com"], ...addressIsAnything },
  checker: { call: mainApi.checker, args: () => [] },
  createChecker: { call: coreApi.createChecker, args: () => [table] },
  verifyChecksum: { call: coreApi.verifyChecksum, args: () => [new Uint8Array(1)] },
  classifyByMx: {
    call: coreApi.classifyByMx,
    args: () => [
      { check: checker.check },
      verdict,
      { status: "ok", hosts: [{ exchange: "mx.example.com", preference: 1 }] },
      options()
    ],
    depth: 3,
    loose: ["[0]", "[1]", "[2]"],
    anything: ["input", "disposable", "tier", "rule", "provider", "suggestion", "role"].map((name) => `[1].${name}`)
  },
  createOnlineCheck: {
    call: coreApi.createOnlineCheck,
    args: () => [{ checker: { check: checker.check }, resolveMx: async () => ({ status: "nodata" }) }],
    loose: ["[0].checker"]
  },
  checkOnline: {
    call: onlineApi.checkOnline,
    args: () => ["a@mailinator.com", { ...options(), timeoutMs: 1_000, signal: new AbortController().signal }],
    ...addressIsAnything
  },
  roleOf: { call: coreApi.roleOf, args: () => ["info"] },
  loadList: { call: listApi.loadList, args: () => [] },
  "list.get": { call: list.get, args: () => ["mailinator.com"] },
  "list.explain": { call: list.explain, args: () => ["a@mailinator.com"] },
  "list.domainsOf": { call: list.domainsOf, args: () => ["alias"] }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
