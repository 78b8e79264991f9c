import {
  AuthenticationError,
  AuthorizationError,
  ConnectionError,
  ConstraintError,
  DeadlockError,
  LockTimeoutError,
  SerializationError,
  SqlError,
  type SqlErrorReason,
  SqlSyntaxError,
  StatementTimeoutError,
  UniqueViolation,
  UnknownError
} from "effect/sql/SqlError"

interface Parts {
  readonly cause: unknown
  readonly message: string
  readonly operation: string
}

type Reason = (parts: Parts, fields: Readonly<Record<string, unknown>>) => SqlErrorReason

const connection: Reason = (parts) => new ConnectionError(parts)
const authentication: Reason = (parts) => new AuthenticationError(parts)

// The longest matching prefix of a code is used. Codes of five characters are SQLSTATEs (PostgreSQL, Appendix A). The
// others are codes of postgres.js and Node.
const reasons: ReadonlyMap<string, Reason> = new Map<string, Reason>([
  ["08", connection],
  ["57P", connection],
  ["53", connection],
  ["CONN", connection],
  ["ECONN", connection],
  ["EPIPE", connection],
  ["EHOSTUNREACH", connection],
  ["ENETUNREACH", connection],
  ["ETIMEDOUT", connection],
  ["ENOTFOUND", connection],
  ["EAI_AGAIN", connection],
  ["ENOENT", connection],
  ["28", authentication],
  ["SASL", authentication],
  ["AUTH", authentication],
  ["42", (parts) => new SqlSyntaxError(parts)],
  ["42501", (parts) => new AuthorizationError(parts)],
  ["23", (parts) => new ConstraintError(parts)],
  [
    "23505",
    (parts, { constraint_name }) =>
      new UniqueViolation({ ...parts, constraint: typeof constraint_name === "string" ? constraint_name : "unknown" })
  ],
  ["40001", (parts) => new SerializationError(parts)],
  ["40P01", (parts) => new DeadlockError(parts)],
  ["55P03", (parts) => new LockTimeoutError(parts)],
  ["57014", (parts) => new StatementTimeoutError(parts)]
])

const longestPrefix = Math.max(...Array.from(reasons.keys(), (prefix) => prefix.length))

const reasonOf = (code: string): Reason => {
  for (let length = Math.min(code.length, longestPrefix); length > 1; length--) {
    const reason = reasons.get(code.slice(0, length))
    if (reason !== undefined) return reason
  }
  return (parts) => new UnknownError(parts)
}

const fieldsOf = (cause: unknown): Readonly<Record<string, unknown>> =>
  typeof cause === "object" && cause !== null ? { ...cause } : {}

/**
 * Returns the code of a driver error: a SQLSTATE, or a name of postgres.js or Node ("CONNECTION_CLOSED",
 * "ECONNREFUSED").
 */
export const codeOf = (cause: unknown): string => {
  const { code } = fieldsOf(cause)
  return typeof code === "string" ? code : ""
}

/** Converts whatever postgres.js threw during `operation` to a typed error. */
export const sqlError = (cause: unknown, operation: string): SqlError => {
  const parts = { cause, message: cause instanceof Error ? cause.message : String(cause), operation }
  return new SqlError({ reason: reasonOf(codeOf(cause))(parts, fieldsOf(cause)) })
}

/** Makes the error of a transaction whose connection has broken, so that nothing more can run on it. */
export const connectionLost = (operation: string): SqlError =>
  sqlError(Object.assign(new Error("The connection was lost"), { code: "CONNECTION_CLOSED" }), operation)

/** Makes the error if the server answered COMMIT with ROLLBACK, because an earlier statement had failed. */
export const rolledBack = (): SqlError =>
  new SqlError({
    reason: new UnknownError({
      cause: new Error("COMMIT answered ROLLBACK"),
      message: "The transaction was rolled back because one of its statements failed",
      operation: "commit"
    })
  })
