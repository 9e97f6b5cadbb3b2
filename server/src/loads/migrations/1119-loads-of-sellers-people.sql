-- The balances of a person include what is on its way, so who sees them reads the loads too (permissions §1).
select show_to_seller('load', 'user_id');
