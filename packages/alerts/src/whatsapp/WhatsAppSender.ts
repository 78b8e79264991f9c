import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import {
  makeWhatsAppClient,
  type WhatsAppMessage,
  type WhatsAppResult,
  type WhatsAppSettings
} from "./WhatsAppClient.ts"

/** The settings of the account, and its access token, which is redacted in logs. */
export interface WhatsAppLayerOptions extends WhatsAppSettings {
  readonly accessToken: Redacted.Redacted
}

/** Sends WhatsApp messages. */
export class WhatsAppSender extends Context.Service<
  WhatsAppSender,
  {
    /**
     * Sends a message. Never fails, because the answer of WhatsApp is in the result. A number that is not valid is a
     * defect (TypeError).
     */
    readonly send: (message: WhatsAppMessage) => Effect.Effect<WhatsAppResult>
  }
>()("@mon/alerts/WhatsAppSender") {
  /** Provides a sender that uses the Cloud API. Settings that cannot be used are a defect (TypeError). */
  static readonly layer = ({ accessToken, ...settings }: WhatsAppLayerOptions): Layer.Layer<WhatsAppSender> =>
    Layer.sync(WhatsAppSender, () => {
      const client = makeWhatsAppClient({ ...settings, accessToken: Redacted.value(accessToken) })
      return WhatsAppSender.of({
        send: Effect.fn("WhatsAppSender.send")(function* (message: WhatsAppMessage) {
          return yield* Effect.promise((signal) => client.send(message, signal))
        })
      })
    })

  /** Provides a sender that returns the results of a test and opens no connection. */
  static readonly layerMemory = (send: (message: WhatsAppMessage) => WhatsAppResult): Layer.Layer<WhatsAppSender> =>
    Layer.succeed(WhatsAppSender, { send: (message) => Effect.sync(() => send(message)) })
}
