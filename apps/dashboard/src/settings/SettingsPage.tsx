import { Link } from "wouter"
import { Absent } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { useAccountWords } from "../account/useAccountWords.ts"
import { Alerts } from "./Alerts.tsx"
import { ApiKeys } from "./ApiKeys.tsx"
import { AuditLog } from "./AuditLog.tsx"
import { Contact } from "./Contact.tsx"
import { Profile } from "./Profile.tsx"
import { Security } from "./Security.tsx"
import { Workspace } from "./Workspace.tsx"

const parts = {
  profile: Profile,
  workspace: Workspace,
  security: Security,
  alerts: Alerts,
  contact: Contact,
  keys: ApiKeys,
  audit: AuditLog
} as const
const names = [
  "profile",
  "workspace",
  "security",
  "alerts",
  "contact",
  "keys",
  "audit"
] as const satisfies ReadonlyArray<keyof typeof parts>

const SettingsPage = ({ part: wanted = "profile" }: { readonly part?: string | undefined }) => {
  const words = useAccountWords().settings
  const part = names.find((name) => name === wanted)
  if (part === undefined) return <Absent />
  const Part = parts[part]
  return (
    <Screen title={words.parts[part]}>
      <nav className={css["tabs"]} aria-label={words.title}>
        {names.map((name) => (
          <Link key={name} href={`/settings/${name}`} aria-current={name === part ? "page" : undefined}>
            {words.parts[name]}
          </Link>
        ))}
      </nav>
      <Part />
    </Screen>
  )
}

export default SettingsPage
