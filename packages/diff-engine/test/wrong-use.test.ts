import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import * as api from "../src/index.ts"

const image = () => ({ width: 2, height: 2, data: new Uint8Array(16) })
const limits = () => ({ context: 3, unifiedLength: 10, hunkLines: 5, hunkCharacters: 100, hunkSpans: 5 })
const rules = () => ({
  onlyLines: "added",
  minimumChange: { lines: 1 },
  trigger: { appears: "b", ignoreCase: true }
})
const diff = () => api.diffText("a\nb", "a\nc")
const looseDiff = ["[0]", "[0].hunks[0]", "[0].hunks[0].lines[0]"]
const unreadFields = [
  "changed",
  "similarity",
  "addedLines",
  "removedLines",
  "addedWords",
  "removedWords",
  "changeCount",
  "moves",
  "unified",
  "approximate"
].map((name) => `[0].${name}`)
const shownDiff = { loose: looseDiff, anything: unreadFields }

const TRIED: Readonly<Record<string, TriedFunction>> = {
  diffImages: {
    call: api.diffImages,
    args: () => [
      image(),
      image(),
      { threshold: 0.1, antialiasing: true, ignore: [{ x: 0, y: 0, width: 1, height: 1 }] }
    ],
    loose: ["[0]", "[1]"]
  },
  drawOverlay: {
    call: api.drawOverlay,
    args: () => [image(), [{ x: 0, y: 0, width: 1, height: 1 }]],
    loose: ["[0]", "[1][0]"]
  },
  rowBands: { call: api.rowBands, args: () => [new Int32Array(1), new Int32Array(1)] },
  rowHashes: { call: api.rowHashes, args: () => [image()], loose: ["[0]"] },
  comparePages: {
    call: api.comparePages,
    args: () => [
      { text: "a", configuration: "c" },
      { state: "ok", text: "b", configuration: "c" },
      { ...limits(), ...rules() }
    ],
    loose: ["[0]", "[1]"]
  },
  diffJson: {
    call: api.diffJson,
    args: () => [{ a: 1 }, { a: 2 }, { keys: ["id"], maxValues: 10, maxOperations: 10 }],
    loose: ["[0]", "[1]"],
    anything: ["[0].a", "[1].a"]
  },
  decodeBody: { call: api.decodeBody, args: () => [new Uint8Array(1), "text/html"] },
  htmlText: {
    call: api.htmlText,
    args: () => ["<p>x", { attributes: ["href"], maxCharacters: 10, maxLines: 10 }]
  },
  jsonLines: { call: api.jsonLines, args: () => ["{}"] },
  readPage: {
    call: api.readPage,
    args: () => [
      { body: new TextEncoder().encode("<p>x"), contentType: "text/html", statusCode: 200 },
      {
        include: ["p"],
        exclude: ["b"],
        attributes: ["href"],
        title: true,
        ignoreLines: [/x/u, "y"],
        masks: ["uuid"],
        sort: true,
        dedupe: true,
        maxCharacters: 10,
        maxLines: 10,
        maxBytes: 10
      }
    ]
  },
  explainPage: {
    call: api.explainPage,
    args: () => [{ body: new TextEncoder().encode("<p>x"), contentType: "text/html", statusCode: 200 }, { sort: true }]
  },
  selectorFault: { call: api.selectorFault, args: () => ["p"] },
  renderHtml: { call: api.renderHtml, args: () => [diff()], depth: 5, ...shownDiff },
  renderEmailHtml: { call: api.renderEmailHtml, args: () => [diff(), 5], depth: 5, ...shownDiff },
  renderTerminal: { call: api.renderTerminal, args: () => [diff(), { colour: true }], depth: 5, ...shownDiff },
  renderUnified: { call: api.renderUnified, args: () => [diff(), "a", "b"], depth: 5, ...shownDiff },
  diffLines: { call: api.diffLines, args: () => [["a"], ["b"], 100] },
  diffText: { call: api.diffText, args: () => ["a", "b", limits()] }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
