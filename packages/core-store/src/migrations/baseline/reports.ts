/** The tables of availability reports that are sent by email, and of their recipients. */
export const reports = `
    -- A deleted tag ends its reports: without it, they would show the domains of other customers.
    create table scheduled_report (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null,
      every text not null check (every in ('week', 'month')),
      timezone text not null,
      language text not null check (language in ('en', 'de')),
      tag_id bigint references tag (id) on delete cascade,
      target_percent double precision,
      next_at timestamptz not null,
      sent_at timestamptz,
      created_at timestamptz not null default mon_now()
    );
    create index scheduled_report_account on scheduled_report (account_id, id);
    create index scheduled_report_due on scheduled_report (next_at);
    create index scheduled_report_tag on scheduled_report (tag_id) where tag_id is not null;

    -- One row for each address and account: whoever confirms or unsubscribes does so for all reports of the account.
    -- address_key: the form in which two addresses are compared. membership_id: the address of a member, which is
    -- confirmed while the member belongs to the account.
    create table report_recipient (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      membership_id bigint references membership (id) on delete cascade,
      address text not null,
      address_key text not null,
      state text not null check (state in ('pending', 'confirmed', 'unsubscribed')),
      asked_at timestamptz,
      added_at timestamptz not null default mon_now(),
      unique (account_id, address_key)
    );
    create index report_recipient_asked on report_recipient (address_key, asked_at) where asked_at is not null;
    create index report_recipient_member on report_recipient (membership_id) where membership_id is not null;
    create index report_recipient_age on report_recipient (added_at) where state <> 'unsubscribed';

    create table scheduled_report_recipient (
      report_id bigint not null references scheduled_report (id) on delete cascade,
      recipient_id bigint not null references report_recipient (id) on delete cascade,
      primary key (report_id, recipient_id)
    );
    create index scheduled_report_recipient_of on scheduled_report_recipient (recipient_id);
`
