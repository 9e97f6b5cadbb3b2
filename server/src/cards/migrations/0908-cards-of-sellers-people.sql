-- Sellers see the cards of the people whom their codes brought (permissions §1).
select show_to_seller('card', 'user_id');
select show_to_seller('holder', 'user_id');
