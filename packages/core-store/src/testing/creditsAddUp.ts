/**
 * Raises an error for an account whose credits do not add up: the sums of its transactions, lots and movements must
 * agree. A database without the tables passes.
 */
export const creditsAddUp = `do $$
declare wrong record;
begin
  if to_regclass('credit_movement') is null then return; end if;
  for wrong in
    select a.id, coalesce(t.sum, 0) as posted, coalesce(l.sum, 0) as remaining, coalesce(m.sum, 0) as moved
    from account a
    left join (select account_id, sum(amount) from credit_transaction group by 1) t on t.account_id = a.id
    left join (select account_id, sum(remaining) from credit_lot group by 1) l on l.account_id = a.id
    left join (select t.account_id, sum(m.amount) from credit_movement m join credit_transaction t on t.id = m.transaction_id group by 1) m
      on m.account_id = a.id
    where coalesce(t.sum, 0) <> coalesce(l.sum, 0) or coalesce(t.sum, 0) <> coalesce(m.sum, 0)
  loop
    raise exception 'The credits of account % do not add up: transactions %, lots %, movements %', wrong.id, wrong.posted, wrong.remaining, wrong.moved;
  end loop;
end $$`
