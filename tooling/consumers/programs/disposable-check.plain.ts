import { checkDisposable, isDisposable } from "@mon/disposable-check"
import { isDisposable as isDisposableByEmbeddedTable } from "@mon/disposable-check/embedded"
import * as core from "@mon/disposable-check/core"
import * as list from "@mon/disposable-check/list"
import { checkOnline } from "@mon/disposable-check/online"
import { isDisposable as isDisposableBySmallTable } from "@mon/disposable-check/small"
import assert from "node:assert/strict"

const check: (input: string) => boolean = isDisposable
for (const answer of [check, isDisposableByEmbeddedTable, isDisposableBySmallTable]) {
  assert.equal(answer("bob@sub.Mailinator.com"), true)
  assert.equal(answer("anna@proton.me"), false)
}
const verdict = checkDisposable("a@b@example.org")
if (verdict.valid) assert.fail("valid")
else {
  const reason: string = verdict.reason
  assert.equal(reason, "bad_local_part")
}
assert.ok(Object.keys(core).length > 0 && Object.keys(list).length > 0)
assert.equal((await checkOnline("bob@mailinator.com")).mail, "not_queried")
