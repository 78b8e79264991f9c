/** A stage of the dialogue. `data`: after the whole email was received, before the response. */
export type SmtpStage = "connect" | "sign-in" | "sender" | "recipient" | "data"

/** The data about an email when the server must respond. */
export interface SmtpMoment {
  readonly stage: SmtpStage
  /** The sender. Empty before MAIL FROM. */
  readonly from: string
  /** The recipients. At the stage `recipient`, the last one is the current one. */
  readonly to: ReadonlyArray<string>
  /** The number of emails whose content has arrived since the start, without this one. */
  readonly mailsBefore: number
}

/** The behaviour of the server. `{}` accepts everything. */
export type SmtpBehaviour =
  | { readonly reply?: never; readonly hang?: never; readonly drop?: never; readonly end?: never }
  /** Defers (4xx) or rejects (5xx) the email. Default stage: `recipient`. */
  | { readonly reply: number; readonly at?: SmtpStage; readonly text?: string }
  /** Stops responding, but keeps the connection open. */
  | { readonly hang: SmtpStage }
  /** Resets the connection without a response. */
  | { readonly drop: SmtpStage }
  /** Closes the connection in an orderly way, without a response. */
  | { readonly end: SmtpStage }
  /** A function that is called at every stage. */
  | ((moment: SmtpMoment) => SmtpBehaviour)

export type SmtpAction =
  | { readonly act: "accept" | "hang" | "drop" | "end" }
  | { readonly act: "reply"; readonly code: number; readonly text: string }

const ACCEPT: SmtpAction = { act: "accept" }

export const actionAt = (behaviour: SmtpBehaviour, moment: SmtpMoment): SmtpAction => {
  if (typeof behaviour === "function") return actionAt(behaviour(moment), moment)
  if ("hang" in behaviour) return behaviour.hang === moment.stage ? { act: "hang" } : ACCEPT
  if ("drop" in behaviour) return behaviour.drop === moment.stage ? { act: "drop" } : ACCEPT
  if ("end" in behaviour) return behaviour.end === moment.stage ? { act: "end" } : ACCEPT
  if (behaviour.reply === undefined || (behaviour.at ?? "recipient") !== moment.stage) return ACCEPT
  return {
    act: "reply",
    code: behaviour.reply,
    text: behaviour.text ?? (behaviour.reply < 500 ? "try again later" : "not here")
  }
}
