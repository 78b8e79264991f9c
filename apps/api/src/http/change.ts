import { errorStatus } from "@mon/api-contract"
import { fieldValue } from "@mon/api-contract/config-file"
import { AuditLog, creationEntry, type CreationEntry, type EditedMonitors, type SessionClient } from "@mon/core-store"
import { type AuditActor, type AuditChange, auditLimits, type Principal } from "@mon/model"
import { Effect } from "effect"

type Actor =
  /** A person, with an API key or a browser session. */
  | { readonly kind: "key" | "session"; readonly userId: string; readonly membershipId: string }
  /** The bearer of an emailed link, a visitor who submits a public form, or the payment processor. */
  | { readonly kind: "link" | "visitor" | "processor" }

export interface Change {
  readonly actor: Actor
  /** The id of the account. Null: the account is not known yet, for example during sign-in. */
  readonly accountId: string | null
  /** The resource and the verb, such as `domains.create`. */
  readonly action: string
  /**
   * The id of the changed resource. Null: the resource is new, there are several resources, or the resource is the
   * account itself.
   */
  readonly target: string | null
}

export const actorOf = (kind: "key" | "session", { membershipId, userId }: Principal): Actor => ({
  kind,
  userId,
  membershipId
})

const attributesOf = ({ accountId, action, actor, target }: Change): Readonly<Record<string, string>> => ({
  action,
  actor: actor.kind,
  ...("userId" in actor ? { user: actor.userId, membership: actor.membershipId } : {}),
  ...(accountId === null ? {} : { account: accountId }),
  ...(target === null ? {} : { target })
})

/**
 * Runs a change, and adds its description to the tracing span and to every log line. All API endpoints other than GET
 * and all forms on pages use this function.
 */
export const change = <A, E, R>(what: Change, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const attributes = attributesOf(what)
  return Effect.andThen(Effect.annotateCurrentSpan(attributes), Effect.annotateLogs(work, attributes))
}

/** The audited fields of an object in the form that its owner can see. Secrets are `***`. */
export type Observed = Readonly<Record<string, unknown>>

/** The text that replaces a secret, in the API and in the audit log. */
export const SECRET = "***"

const shown = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  const text = typeof value === "string" ? value : JSON.stringify(value)
  // The cut may separate the two halves of a character, which the database could not store.
  return text.length > auditLimits.valueLength ? `${text.slice(0, auditLimits.valueLength).toWellFormed()}…` : text
}

const secretsIn = (value: unknown): number => (JSON.stringify(value) ?? "").split(SECRET).length - 1

/** Returns whether a request contains a new secret. Clients send an unchanged secret back as `***`. */
const sendsSecret = (sent: unknown, after: unknown): boolean => sent !== undefined && secretsIn(after) > secretsIn(sent)

/**
 * Returns the fields that differ between two observations. Null: the object did not exist before, or does not exist
 * after. A new secret in `sent`, the body of the request, counts as a change from `***` to `***`.
 */
export const changesBetween = (
  before: Observed | null,
  after: Observed | null,
  sent: Observed
): ReadonlyArray<AuditChange> =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap((field) => {
    const fieldChange = {
      field,
      before: shown(fieldValue(before ?? {}, field)),
      after: shown(fieldValue(after ?? {}, field))
    }
    if (fieldChange.before !== fieldChange.after) return [fieldChange]
    return after !== null && sendsSecret(fieldValue(sent, field), fieldValue(after, field))
      ? [{ field, before: SECRET, after: SECRET }]
      : []
  })

interface Audited<A, R> {
  readonly what: Change
  readonly client: SessionClient
  /** The SHA-256 of the API key, or null if the request has no key. */
  readonly keyHash: Uint8Array | null
  readonly sent: Observed
  /**
   * Reads the audited fields: with `null`, before the change; with a result, after it. Returns null if the object does
   * not exist.
   */
  readonly observe: ((result: A | null) => Effect.Effect<Observed | null, never, R>) | null
  readonly created: (result: A) => string | null
  /** Returns the monitors that a bulk request has changed, or null for a request that changes one object. */
  readonly edited?: (result: A) => EditedMonitors | null
  readonly isDone: (result: A) => boolean
}

const nothing = () => Effect.succeed(null)

const auditActor = ({ kind }: Actor): AuditActor => (kind === "processor" || kind === "visitor" ? "service" : kind)

/**
 * Returns the entry of the audit log about a new object, for the statement that creates the object. `made`: the audited
 * fields of the object.
 */
export const newEntry = ({
  client,
  keyHash,
  made,
  sent,
  what: { action, actor }
}: Pick<Audited<object, never>, "client" | "keyHash" | "sent" | "what"> & {
  readonly made: Observed
}): CreationEntry => {
  const userId = "userId" in actor ? actor.userId : null
  return creationEntry({ action, actor: auditActor(actor), userId, keyHash, client }, changesBetween(null, made, sent))
}

/**
 * Makes a change and adds an entry to the audit log. The entry is stored first, with an unknown outcome, so that it
 * remains if the process ends during the change. A refused change leaves no entry. Changes by visitors, and changes
 * outside of any account, have no entries.
 */
export const auditedChange = Effect.fnUntraced(function* <A, E, R, O>(
  { client, created, edited = () => null, isDone, keyHash, observe, sent, what }: Audited<A, O>,
  work: Effect.Effect<A, E, R>
) {
  const { accountId, action, actor, target } = what
  if (accountId === null || actor.kind === "visitor") return yield* work
  const read = observe ?? nothing
  const log = yield* AuditLog
  const userId = "userId" in actor ? actor.userId : null
  const before = yield* read(null)
  const key = yield* log.begin({
    accountId,
    action,
    target,
    actor: auditActor(actor),
    userId,
    keyHash,
    client
  })
  const withdraw = key === null ? Effect.void : log.withdraw(key)
  const result = yield* Effect.tapError(work, (error) => (errorStatus(error) === null ? Effect.void : withdraw))
  if (key === null) return result
  if (!isDone(result)) {
    yield* withdraw
    return result
  }
  const changes = changesBetween(before, yield* read(result), sent)
  // The change is complete at this point. A later failure must not undo the change or hide its result.
  yield* log
    .finish(key, { target: created(result), changes, edited: edited(result) })
    .pipe(Effect.catch((error) => Effect.logError("An entry of the audit log could not be completed.", error)))
  return result
})
