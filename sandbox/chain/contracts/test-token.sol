// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// An ordinary ERC-20 of the sandbox: the issuer mints as much as a test needs.
contract TestToken is ERC20 {
    address public immutable issuer;
    uint8 private immutable _decimals;

    error NotIssuer();

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address issuer_) ERC20(name_, symbol_) {
        _decimals = decimals_;
        issuer = issuer_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        if (msg.sender != issuer) revert NotIssuer();
        _mint(to, amount);
    }
}
