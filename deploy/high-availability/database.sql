-- Run once on the primary, as postgres.
create role mon login password 'mon-password';
alter role mon set statement_timeout = '30s';
alter role mon set idle_in_transaction_session_timeout = '60s';
alter role mon set timezone = 'UTC';
create database mon owner mon;
