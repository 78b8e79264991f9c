import { ApiProblem } from "../api/client.ts"

/** The beginning of the message by which the service asks for the password again: the sign-in was too long ago. */
const ASKS_PASSWORD = /^Enter your password/u

/** Whether a request failed because the sign-in was too long ago. */
export const asksPassword = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 403 && ASKS_PASSWORD.test(error.message)
