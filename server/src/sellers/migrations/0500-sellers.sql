-- Sellers: a seller two was recruited by a seller one (domain §1).
create table seller (
  user_id uuid primary key references app_user,
  company_id uuid not null references company,
  recruited_by uuid references app_user,
  check (recruited_by <> user_id)
);
create index seller_by_recruiter on seller (recruited_by) where recruited_by is not null;
select protect('seller', 'user_id');

create table seller_code (
  id uuid primary key,
  company_id uuid not null references company,
  owner_id uuid not null references app_user,
  code text not null unique check (code ~ '^[A-Z0-9-]{6,20}$'),
  valid_from timestamptz not null,
  valid_to timestamptz,
  max_uses int check (max_uses > 0),
  uses int not null default 0 check (max_uses is null or uses <= max_uses),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  check (valid_to is null or valid_to > valid_from)
);
create index seller_code_by_company on seller_code (company_id, id desc);
create index seller_code_by_owner on seller_code (owner_id, id desc);
select protect('seller_code', 'owner_id');

alter table app_user add constraint app_user_seller_code foreign key (seller_code_id) references seller_code;
