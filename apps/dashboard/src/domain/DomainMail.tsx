import { MailReport } from "../mailReport/MailReport.tsx"

const DomainMail = ({ id }: { readonly id: string }) => <MailReport target={{ id }} />

export default DomainMail
