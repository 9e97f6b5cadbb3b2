-- Lists of administrators leave out the operator's own companies, which are few.
create index company_of_operator on company (id) where operator_owned;
