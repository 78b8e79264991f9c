// Counts the statements that a delivery needs. If many alerts happen, deliveries execute most statements of the
// service.
import { assert, layer } from "@effect/vitest"
import { startMattermost } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Statement from "effect/sql/Statement"
import {
  addChannel,
  channelDeliveries,
  exampleSettings,
  layerVendors,
  openVendor,
  sendToChannels
} from "./ChannelWorld.ts"
import { changes, layerGround, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll } from "./sendNow.ts"

const ORIGIN = new URL(exampleSettings("mattermost")["url"] ?? "").origin

/**
 * Sends everything that is due for an account. Returns the number of statements, without the statements of the test
 * itself.
 */
const countStatements = Effect.fn("countStatements")(function* (account: TestAccount) {
  const mattermost = yield* openVendor(startMattermost)
  const texts: Array<string> = []
  const sent = yield* Effect.provideService(
    sendToChannels(account, layerVendors({ [ORIGIN]: mattermost })),
    Statement.CurrentTransformer,
    (statement) => {
      texts.push(statement.compile()[0])
      return Effect.succeed(statement)
    }
  )
  assert.deepStrictEqual([sent, mattermost.messages.length], [1, 1])
  assert.deepStrictEqual(
    (yield* channelDeliveries(account)).map(({ status }) => status),
    ["sent"]
  )
  return texts.length - 1
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a delivery to a channel", (it) => {
  it.effect("takes nine statements: four claim it, two read the channel, and three record the result", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* addChannel(account, "mattermost")
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      assert.strictEqual(yield* countStatements(account), 9)
    }).pipe(Effect.scoped)
  )
})
