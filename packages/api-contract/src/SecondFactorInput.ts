import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/** The maximum length of a code in a request. The longest valid code is a recovery code with 19 characters. */
const CODE_LENGTH = 100

export const secondFactorCode = (description: string) =>
  Schema.String.annotate({ message: messages.secondFactorCode, description, examples: ["123456"] }).check(
    Schema.isMaxLength(CODE_LENGTH, { message: messages.secondFactorCode })
  )

const required = <S extends Schema.Top>(schema: S, message: string) =>
  schema.pipe(Schema.annotateKey({ messageMissingKey: message }))

/** The body of `POST /second-factor`. */
export const ConfirmSecondFactor = Schema.Struct({
  setupToken: required(
    Schema.String.annotate({
      message: messages.secondFactorExpired,
      description: "The `setupToken` from `POST /second-factor/setup`.",
      examples: ["m1.Jc2nQ0xV.9f1PqL0kZb3XyT7u.k2m"]
    }),
    messages.secondFactorExpired
  ),
  code: required(secondFactorCode("The code that the app shows for the new secret."), messages.secondFactorAppCode)
}).annotate({
  identifier: "ConfirmSecondFactor",
  title: "ConfirmSecondFactor",
  description: "The proof that an authenticator app has the secret."
})
export type ConfirmSecondFactor = typeof ConfirmSecondFactor.Type

const requiredMessage = "isRequired must be true or false."

/** The body of `PATCH /second-factor/requirement`. */
export const RequireSecondFactor = Schema.Struct({
  isRequired: required(
    Schema.Boolean.annotate({
      message: requiredMessage,
      description: "Whether everybody in the account needs a second factor.",
      examples: [true]
    }),
    requiredMessage
  )
}).annotate({
  identifier: "RequireSecondFactor",
  title: "RequireSecondFactor",
  description: "Whether the account requires a second factor."
})
export type RequireSecondFactor = typeof RequireSecondFactor.Type
