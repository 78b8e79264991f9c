import { type AuditActor, type AuditChange, PlanName, type PlanTable } from "@mon/model"
import { hasHash } from "./keyHash.sql.ts"

/**
 * The entry of the audit log about a new object, ready to be stored. The statement that creates the object also writes
 * this entry, so that neither exists without the other.
 */
export interface CreationEntry {
  /** The resource and the verb, such as `domains.create`. */
  readonly action: string
  readonly actor: AuditActor
  /** The public id of the person, if the actor is a person. */
  readonly userId: string | null
  /** The SHA-256 of the API key in hexadecimal form, if the actor uses one. */
  readonly keyHash: string | null
  readonly address: string
  readonly userAgent: string
  readonly changes: ReadonlyArray<AuditChange>
}

/** Returns the parameter of {@link insertEntry}. Null: no entry is written. */
export const entryParameter = (entry: CreationEntry | null, plans: PlanTable): string | null =>
  entry === null
    ? null
    : JSON.stringify({
        ...entry,
        days: Object.fromEntries(PlanName.literals.map((plan) => [plan, plans[plan].auditLogDays]))
      })

/**
 * SQL that writes an entry about each new object in `made`. `account` has one row: the id of the account and its `plan`
 * in force, which determines how long the entry is stored. `parameter` is the {@link entryParameter}.
 */
export const insertEntry = (account: string, parameter: string): string => `
      insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, email, key_name, address,
        user_agent, changes)
      select c.id, mon_now() + make_interval(days => coalesce(e.days ->> c.plan, e.days ->> 'agency')::int), mon_now(),
        e.action, made.public_id::text, e.actor, (select u.email from app_user u where u.public_id = e."userId"),
        (select k.name from api_key k where ${hasHash("k", `decode(e."keyHash", 'hex')`)} limit 1),
        e.address, e."userAgent", e.changes
      from made cross join ${account} c cross join jsonb_to_record(${parameter}::text::jsonb) as e(action text, actor text,
        "userId" uuid, "keyHash" text, address text, "userAgent" text, changes jsonb, days jsonb)
      where e.action is not null`
