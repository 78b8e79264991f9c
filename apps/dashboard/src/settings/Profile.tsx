import { useState } from "react"
import { useSearch } from "wouter"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, useSettings } from "../api/accountQueries.ts"
import { queryClient, useAccount } from "../api/queries.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { currentTheme, nextTheme } from "../ui/theme.ts"
import { Button } from "../ui/Button.tsx"
import { Card, Facts } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { chooseLanguage, useLanguage } from "../words/language.ts"
import { LeaveTeam } from "./LeaveTeam.tsx"
import { PasswordForm } from "./PasswordForm.tsx"
import { TimeZoneForm } from "./TimeZoneForm.tsx"

const NAME_LENGTH = 100

const NameForm = ({ name }: { readonly name: string | null }) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().profile
  const { isRunning, onChange, onSubmit, problem } = useSubmit(async (fields) => {
    const wanted = String(fields.get("name")).trim()
    queryClient.setQueryData(accountKeys.account, await accountEndpoints.rename(wanted === "" ? null : wanted))
    notify(common.form.saved)
  })
  return (
    <form className={form["plain"]} onChange={onChange} onSubmit={onSubmit}>
      <Field label={words.name} hint={words.nameHint}>
        {(shared) => (
          <input {...shared} name="name" maxLength={NAME_LENGTH} autoComplete="name" defaultValue={name ?? ""} />
        )}
      </Field>
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button type="submit" disabled={isRunning}>
          {common.form.save}
        </Button>
      </div>
    </form>
  )
}

const Appearance = () => {
  const { words } = useLanguage()
  const account = useAccountWords().profile
  const [theme, setTheme] = useState(currentTheme)
  const other = words.language === "en" ? "de" : "en"
  return (
    <Card title={account.appearance}>
      <div className={css["chips"]}>
        <Button onClick={() => setTheme(nextTheme())}>{words.nav.theme[theme]}</Button>
        <Button lang={other} onClick={() => void chooseLanguage(other)}>
          {words.nav.switchLanguage}
        </Button>
      </div>
    </Card>
  )
}

const SignOut = () => {
  const { words: common } = useLanguage()
  const words = useAccountWords().profile
  const haveEnded = new URLSearchParams(useSearch()).get("done") === "sessions"
  return (
    <Card title={words.sessions}>
      <div className={css["text"]}>
        <p role="status">{haveEnded ? words.sessionsEnded : words.sessionsHint}</p>
        <div className={css["chips"]}>
          <form method="post" action="/signout">
            <Button type="submit">{common.nav.signOut}</Button>
          </form>
          <form method="post" action="/settings/sessions">
            <input type="hidden" name="next" value="/app/settings/profile?done=sessions" />
            <Button type="submit">{words.signOutElsewhere}</Button>
          </form>
        </div>
      </div>
    </Card>
  )
}

const WholeAccount = () => {
  const words = useAccountWords().profile
  return (
    <Card title={words.account}>
      <div className={css["text"]}>
        <p>{words.accountHint}</p>
        <p>
          <a href="/settings/account">{words.accountLink}</a>
        </p>
      </div>
    </Card>
  )
}

export const Profile = () => {
  const words = useAccountWords().profile
  const account = useAccount()
  const settings = useSettings()
  return (
    <div className={css["halves"]}>
      <Card title={words.person}>
        <Loaded query={account} rows={2}>
          {({ email, memberRole, name, role }) => (
            <div className={css["text"]}>
              <Facts
                rows={[
                  [words.email, email],
                  [words.role, words.roles[memberRole ?? role]]
                ]}
              />
              <NameForm key={name} name={name} />
            </div>
          )}
        </Loaded>
      </Card>
      <Card title={words.zone}>
        <Loaded query={settings} rows={2}>
          {({ timezone }) => <TimeZoneForm key={timezone} timezone={timezone} />}
        </Loaded>
      </Card>
      <Card title={words.passwordTitle}>
        <PasswordForm email={account.data?.email ?? ""} />
      </Card>
      <div className={css["stack"]}>
        <Appearance />
        <SignOut />
        {account.data?.role === "owner" ? <WholeAccount /> : null}
        {account.data?.role === "member" ? <LeaveTeam /> : null}
      </div>
    </div>
  )
}
