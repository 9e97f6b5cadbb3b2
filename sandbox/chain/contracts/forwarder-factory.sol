// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Takes money at an address of its own and can only pass it on to one treasury, whoever asks.
contract Forwarder {
    address public immutable treasury;

    error TreasuryRefused();

    constructor(address treasury_) {
        treasury = treasury_;
    }

    receive() external payable {}

    /// Sends the whole balance of the token (zero address: ether) to the treasury.
    function sweep(address token) external returns (uint256 amount) {
        if (token == address(0)) {
            amount = address(this).balance;
            (bool sent,) = treasury.call{value: amount}("");
            if (!sent) revert TreasuryRefused();
        } else {
            amount = IERC20(token).balanceOf(address(this));
            SafeERC20.safeTransfer(IERC20(token), treasury, amount);
        }
    }
}

/// One forwarder per salt. Its address is known before it exists and depends only on this factory, the salt and the
/// init code, which contains the treasury: nobody can deploy one there that pays somebody else.
contract ForwarderFactory {
    address public immutable treasury;

    event Deployed(bytes32 indexed salt, address indexed forwarder);
    event Swept(bytes32 indexed salt, address indexed forwarder, address indexed token, uint256 amount);

    error ZeroTreasury();

    constructor(address treasury_) {
        if (treasury_ == address(0)) revert ZeroTreasury();
        treasury = treasury_;
    }

    function initCodeHash() public view returns (bytes32) {
        return keccak256(abi.encodePacked(type(Forwarder).creationCode, abi.encode(treasury)));
    }

    function forwarderAddress(bytes32 salt) public view returns (address) {
        return address(
            uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, initCodeHash()))))
        );
    }

    /// Deploying twice is no error: two sweepers may race.
    function deploy(bytes32 salt) public returns (address forwarder) {
        forwarder = forwarderAddress(salt);
        if (forwarder.code.length == 0) {
            new Forwarder{salt: salt}(treasury);
            emit Deployed(salt, forwarder);
        }
    }

    /// Deploys what is not there yet and sends everything on. Empty addresses are passed over and cost no deployment.
    function sweep(address token, bytes32[] calldata salts) external returns (uint256 total) {
        for (uint256 i = 0; i < salts.length; i++) {
            address forwarder = forwarderAddress(salts[i]);
            uint256 balance = token == address(0) ? forwarder.balance : IERC20(token).balanceOf(forwarder);
            if (balance == 0) continue;
            uint256 amount = Forwarder(payable(deploy(salts[i]))).sweep(token);
            emit Swept(salts[i], forwarder, token, amount);
            total += amount;
        }
    }
}
