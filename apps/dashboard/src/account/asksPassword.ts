import { ApiProblem } from "../api/client.ts"

/** Matches the message with which the service asks for the password because the sign-in is not recent. */
const ASKS_PASSWORD = /^Enter your password/u

export const asksPassword = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 403 && ASKS_PASSWORD.test(error.message)
