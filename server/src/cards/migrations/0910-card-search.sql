-- Administrators find cards by their last digits, and by the client code of their holder.
create index card_by_last_digits on card (last_digits, id desc) where last_digits is not null;
create index holder_by_client_code on holder (client_code);
