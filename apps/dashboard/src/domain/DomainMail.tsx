import { MailReport } from "../mailReport/MailReport.tsx"

/** Shows the email health of a monitored domain as a part of its page. */
const DomainMail = ({ id }: { readonly id: string }) => <MailReport target={{ id }} />

export default DomainMail
