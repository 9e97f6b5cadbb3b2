// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Pays many addresses in one transaction, as an exchange's withdrawal batch does.
contract Disperse {
    error LengthsDiffer();

    function disperse(IERC20 token, address[] calldata to, uint256[] calldata amounts) external {
        if (to.length != amounts.length) revert LengthsDiffer();
        for (uint256 i = 0; i < to.length; i++) {
            SafeERC20.safeTransferFrom(token, msg.sender, to[i], amounts[i]);
        }
    }
}
