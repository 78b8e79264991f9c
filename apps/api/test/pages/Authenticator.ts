import { TOTP, Secret } from "otpauth"
import type { TestApi, World } from "../World.ts"
import { PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const STEP_MS = 30_000

/** Returns the code of a secret at a time, as an authenticator app shows it. */
export const codeAt = (secret: string, nowMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs })

/** A signed-in person with a second factor. */
export interface Enrolled {
  readonly email: string
  readonly person: Visitor
  readonly secret: string
  readonly recoveryCodes: ReadonlyArray<string>
  /** Moves the server's clock to the next time step, and returns a code that was not used before. */
  readonly nextCode: () => string
}

/** Returns the new secret that a page shows. */
export const shownSecret = (text: string): string => /otpauth:[^"]*secret=([A-Z2-7]+)/u.exec(text)?.[1] ?? ""
export const shownToken = (text: string): string => /name="token" value="([^"]+)"/u.exec(text)?.[1] ?? ""
export const shownCodes = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<li><code>([0-9a-z-]{19})<\/code><\/li>/gu)].map(([, code = ""]) => code)

export const enrol = async (world: World, person: Visitor, email: string): Promise<Enrolled> => {
  const setup = await person.post("/settings/second-factor/setup", {})
  const secret = shownSecret(setup.text)
  const done = await person.post("/settings/second-factor/confirm", {
    token: shownToken(setup.text),
    appCode: codeAt(secret, world.clock.now())
  })
  if (done.status !== 200) throw new Error(`Not enrolled: ${done.status} ${done.text.slice(0, 3_000)}`)
  const nextCode = () => {
    world.clock.advance(STEP_MS)
    return codeAt(secret, world.clock.now())
  }
  return { email, person, secret, recoveryCodes: shownCodes(done.text), nextCode }
}

export const signUpWithCode = async (world: World, api: TestApi, email: string): Promise<Enrolled> =>
  enrol(world, await signUp(world, api, email), email)

/** Enters the password, but no code. */
export const halfSignIn = async (api: TestApi, email: string, from?: string): Promise<Visitor> => {
  const half = visitor(api, from)
  const response = await half.post("/signin", { email, password: PASSWORD })
  if (response.headers["location"]?.startsWith("/signin/code") !== true)
    throw new Error(`No code was asked for: ${response.status}`)
  return half
}
